// Web push: whether this browser can be told of a table while the page is closed, and where.

import type { PushWish } from '../wire';

/** Whether it can; on an iPhone or iPad only a page on the home screen can. */
export type Pushable = 'yes' | 'insecure' | 'install' | 'missing' | 'refused';

export function pushable(): Pushable {
  if (!window.isSecureContext) return 'insecure';
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window))
    return isApple() ? 'install' : 'missing';
  return Notification.permission === 'denied' ? 'refused' : 'yes';
}

/** iPads say that they are Macs, but for their fingers. */
const isApple = () =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (navigator.userAgent.includes('Macintosh') && navigator.maxTouchPoints > 1);

/** Where this browser is told, by the key of the house; asked for by a click, and a no is null. */
export async function subscribe(key: string): Promise<PushWish | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null;
  const { pushManager } = await navigator.serviceWorker.ready;
  const options = { userVisibleOnly: true, applicationServerKey: key };
  const made = await pushManager.subscribe(options).catch(async () => {
    // By the key of a house that stood here before.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
  const { endpoint = '', keys = {} } = made.toJSON();
  return { endpoint, p256dh: keys.p256dh ?? '', auth: keys.auth ?? '' };
}
