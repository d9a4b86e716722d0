/**
 * One toast at a time, for 5 s; removed from the store 1,000,000 ms after it was dismissed
 * [9.toast-b].
 */
const TOAST_LIMIT = 1
export const TOAST_DURATION = 5000
export const TOAST_REMOVE_DELAY = 1_000_000
/** The minimum time in milliseconds that an error is shown before another error replaces it. */
export const ERROR_HOLD = 2500

export type ToastTone = 'success' | 'error' | 'info' | 'progress'

export interface ToastContent {
  title: string
  description?: string
  /** 'progress' is shown until it is updated or dismissed. */
  tone?: ToastTone
  /** One button such as 'Undo', which closes the toast. */
  action?: { label: string; onSelect: () => void }
}

export interface ToastRecord extends ToastContent {
  id: string
  tone: ToastTone
  open: boolean
}

export interface ToastHandle {
  id: string
  /**
   * Replaces a progress toast by its outcome; shows it again when it was closed or replaced
   * meanwhile.
   */
  update: (content: ToastContent) => void
  dismiss: () => void
}

let toasts: readonly ToastRecord[] = []
/** Errors waiting until the current one has been shown long enough, in order. */
let waiting: readonly ToastRecord[] = []
/** Runs until the current toast may be replaced by a waiting one. */
let hold: ReturnType<typeof setTimeout> | undefined
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Shows a toast in the signed-in area. A new error waits until a recent error has been shown long
 * enough.
 */
export function toast(content: ToastContent): ToastHandle {
  count += 1
  const id = `toast-${count}`
  const show = (next: ToastContent) => put({ tone: 'info', ...next, id, open: true })
  show(content)
  return { id, update: show, dismiss: () => dismissToast(id) }
}

/** Closes a toast; its record stays for the closing animation. */
export function dismissToast(id: string): void {
  waiting = waiting.filter((entry) => entry.id !== id)
  if (!toasts.some((entry) => entry.id === id)) return
  publish(toasts.map((entry) => (entry.id === id ? { ...entry, open: false } : entry)))
  if (!removals.has(id))
    removals.set(
      id,
      setTimeout(() => remove(id), TOAST_REMOVE_DELAY),
    )
  release()
}

/** Closes the current toast and drops the waiting ones. */
export function dismissAllToasts(): void {
  waiting = []
  for (const { id } of toasts) dismissToast(id)
}

export function currentToasts(): readonly ToastRecord[] {
  return toasts
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function put(record: ToastRecord): void {
  waiting = waiting.filter((entry) => entry.id !== record.id && !hasSameText(entry, record))
  if (mustWait(record)) waiting = [...waiting, record]
  else show(record)
}

function mustWait(record: ToastRecord): boolean {
  if (!hold || record.tone !== 'error') return false
  return toasts.some(
    (entry) =>
      entry.open && entry.tone === 'error' && entry.id !== record.id && !hasSameText(entry, record),
  )
}

function hasSameText(one: ToastRecord, other: ToastRecord): boolean {
  return one.title === other.title && one.description === other.description
}

function show(record: ToastRecord): void {
  // Repeating the same error must not block the waiting ones forever.
  if (!waiting.length || !isHeld(record)) holdFor(record.tone)
  forgetRemoval(record.id)
  const others = toasts.filter((entry) => entry.id !== record.id)
  for (const entry of others.slice(TOAST_LIMIT - 1)) forgetRemoval(entry.id)
  publish([record, ...others].slice(0, TOAST_LIMIT))
}

/** Whether the same toast is already shown and being held. */
function isHeld(record: ToastRecord): boolean {
  if (!hold) return false
  return toasts.some(
    (entry) => entry.open && entry.tone === record.tone && hasSameText(entry, record),
  )
}

/** Starts the hold time; progress toasts are held until they end. */
function holdFor(tone: ToastTone): void {
  clearTimeout(hold)
  hold = undefined
  if (tone === 'progress') return
  hold = setTimeout(release, tone === 'error' ? ERROR_HOLD : TOAST_DURATION)
}

/** Shows the error that has waited longest. */
function release(): void {
  clearTimeout(hold)
  hold = undefined
  const [next, ...rest] = waiting
  if (!next) return
  waiting = rest
  show(next)
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
