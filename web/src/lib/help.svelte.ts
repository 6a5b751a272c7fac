// Reading help that a player can switch off to play from memory: what was not seen yet, what one's own cards bring.

export const help = $state({ on: localStorage.getItem('help') !== 'off' });

export function setHelp(on: boolean): void {
  help.on = on;
  localStorage.setItem('help', on ? 'on' : 'off');
}
