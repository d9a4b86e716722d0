/** Reading B of SPEC §9: one toast in sight, 5 s, gone from the store 1,000,000 ms after it was dismissed. */
const TOAST_LIMIT = 1
export const TOAST_DURATION = 5000
export const TOAST_REMOVE_DELAY = 1_000_000

export type ToastTone = 'success' | 'error' | 'info' | 'progress'

export interface ToastContent {
  title: string
  description?: string
  /** 'progress' stays until it is updated or dismissed. */
  tone?: ToastTone
}

export interface ToastRecord extends ToastContent {
  id: string
  tone: ToastTone
  open: boolean
}

export interface ToastHandle {
  id: string
  /** Turns a progress toast into its outcome; shown anew when it has been closed or replaced since. */
  update: (content: ToastContent) => void
  dismiss: () => void
}

let toasts: readonly ToastRecord[] = []
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/** Shows a toast in the signed-in area. */
export function toast(content: ToastContent): ToastHandle {
  count += 1
  const id = `toast-${count}`
  const show = (next: ToastContent) => put({ tone: 'info', ...next, id, open: true })
  show(content)
  return { id, update: show, dismiss: () => dismissToast(id) }
}

/** Closes it; the record stays for a while, so that its leaving can be seen. */
export function dismissToast(id: string): void {
  if (!toasts.some((entry) => entry.id === id)) return
  publish(toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
  if (!removals.has(id))
    removals.set(
      id,
      setTimeout(() => remove(id), TOAST_REMOVE_DELAY),
    )
}

export function currentToasts(): readonly ToastRecord[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(record: ToastRecord): void {
  forgetRemoval(record.id)
  const others = toasts.filter((entry) => entry.id !== record.id)
  for (const entry of others.slice(TOAST_LIMIT - 1)) forgetRemoval(entry.id)
  publish([record, ...others].slice(0, TOAST_LIMIT))
}

function remove(id: string): void {
  removals.delete(id)
  publish(toasts.filter((entry) => entry.id !== id))
}

function forgetRemoval(id: string): void {
  clearTimeout(removals.get(id))
  removals.delete(id)
}

function publish(next: readonly ToastRecord[]): void {
  toasts = next
  for (const listener of listeners) listener()
}
