import type { PushAddress } from '@kirim/contract/chat-push'

/** Whether this browser can be told while no page is open, and whether the person let it. */
export function pushSupport(): 'yes' | 'no' | 'denied' {
  const isThere =
    'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  if (!isThere) return 'no'
  return Notification.permission === 'denied' ? 'denied' : 'yes'
}

/** The address of this browser; null while it has none. */
export async function currentAddress(): Promise<PushAddress | null> {
  if (pushSupport() === 'no') return null
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  return subscription ? addressOf(subscription) : null
}

/** Asks the person; null when they do not let it. */
export async function subscribe(publicKey: string, language: string): Promise<PushAddress | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register(`/sw.js?language=${encodeURIComponent(language)}`)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  })
  return addressOf(subscription)
}

/** Other workspaces of the person may still tell this browser. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe()
}

function addressOf(subscription: PushSubscription): PushAddress | null {
  const { endpoint, keys } = subscription.toJSON()
  if (!endpoint || !keys?.p256dh || !keys.auth) return null
  return { endpoint, keys: { p256dh: keys.p256dh, auth: keys.auth } }
}
