// The path that the house lives under, without a slash at its end: '' or '/parlour'. The server writes it into the page.

export const BASE = document.querySelector<HTMLMetaElement>('meta[name=base]')?.content ?? '';
/** A path of the house as browsers ask for it. */
export const under = (path: string) => BASE + path;
