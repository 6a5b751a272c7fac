// "Your turn" while the tab is away. The title and the icon always say it; a notice of the system only if the
// reader has asked for notices here by a click and the browser allows them.

import { file } from './base';

export type Notices = 'off' | 'on' | 'refused' | 'missing';

const ICONS = { quiet: file('/icon.svg'), turn: file('/icon-turn.svg') };
let shown: Notification | null = null;

/** Whether notices are wanted and allowed; without a click nothing is ever asked. */
export function notices(): Notices {
  if (!('Notification' in window)) return 'missing';
  if (Notification.permission === 'denied') return 'refused';
  const wanted = localStorage.getItem('notices') === 'on';
  return wanted && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Switch notices on or off; called by a click, and only then the browser may ask for permission. A no is a no. */
export async function switchNotices(): Promise<Notices> {
  const before = notices();
  if (before === 'on') localStorage.setItem('notices', 'off');
  else if (before === 'off') {
    localStorage.setItem('notices', 'on');
    if (Notification.permission !== 'granted') await Notification.requestPermission();
  }
  if (notices() === 'off') localStorage.removeItem('notices');
  return notices();
}

/** Say that it is the reader's turn, if the tab is away; coming back takes the notice away. */
export function tell(text: string): void {
  if (!document.hidden || notices() !== 'on') return;
  try {
    shown = new Notification(text, { silent: true, tag: 'parlour-turn', icon: ICONS.turn });
    shown.onclick = () => {
      window.focus();
      withdraw();
    };
  } catch {
    // Some phones have notices, but not for pages; the title and the icon say it there.
  }
}

export function withdraw(): void {
  shown?.close();
  shown = null;
}

/** The tab's icon carries a dot while somebody waits for the reader. */
export function mark(turn: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (icon) icon.href = turn ? ICONS.turn : ICONS.quiet;
}
