// Whether a first tap plays at once at tables that ask by a second one.

export const taps = $state({ once: localStorage.getItem('taps') === 'once' });

export function setOnce(once: boolean): void {
  taps.once = once;
  localStorage.setItem('taps', once ? 'once' : 'twice');
}
