// Whether this house has a password that this browser has not said yet; every page asks for it then.
export const door = $state({ locked: false });
