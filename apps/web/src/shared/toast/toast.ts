/** One toast in sight, 5 s, gone from the store 1,000,000 ms after it was dismissed [9.toast-b]. */
const TOAST_LIMIT = 1
export const TOAST_DURATION = 5000
export const TOAST_REMOVE_DELAY = 1_000_000
/**
 * Milliseconds an error stands before another error takes its place:
 * of two that come together, both are read.
 */
export const ERROR_HOLD = 2500

export type ToastTone = 'success' | 'error' | 'info' | 'progress'

export interface ToastContent {
  title: string
  description?: string
  /** 'progress' stays until it is updated or dismissed. */
  tone?: ToastTone
  /** One button, as 'Undo'; using it closes the toast. */
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
   * Turns a progress toast into its outcome; shown anew when it has been closed or replaced since.
   */
  update: (content: ToastContent) => void
  dismiss: () => void
}

let toasts: readonly ToastRecord[] = []
/** Errors that came while another one was held, in their order. */
let waiting: readonly ToastRecord[] = []
/** Runs until what stands has had its time, and one that waits may take its place. */
let hold: ReturnType<typeof setTimeout> | undefined
let count = 0
const listeners = new Set<() => void>()
const removals = new Map<string, ReturnType<typeof setTimeout>>()

/**
 * Shows a toast in the signed-in area: at once,
 * or after an error that has just come, when it is another error.
 */
export function toast(content: ToastContent): ToastHandle {
  count += 1
  const id = `toast-${count}`
  const show = (next: ToastContent) => put({ tone: 'info', ...next, id, open: true })
  show(content)
  return { id, update: show, dismiss: () => dismissToast(id) }
}

/** Closes it; the record stays for a while, so that its leaving can be seen. */
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

/** Closes what is shown, and forgets what waits. */
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
  // Told again and again, it would never let go of those that wait.
  if (!waiting.length || !isHeld(record)) holdFor(record.tone)
  forgetRemoval(record.id)
  const others = toasts.filter((entry) => entry.id !== record.id)
  for (const entry of others.slice(TOAST_LIMIT - 1)) forgetRemoval(entry.id)
  publish([record, ...others].slice(0, TOAST_LIMIT))
}

/** The same news already stands, and its time runs. */
function isHeld(record: ToastRecord): boolean {
  if (!hold) return false
  return toasts.some(
    (entry) => entry.open && entry.tone === record.tone && hasSameText(entry, record),
  )
}

/** Progress is held until it ends. */
function holdFor(tone: ToastTone): void {
  clearTimeout(hold)
  hold = undefined
  if (tone === 'progress') return
  hold = setTimeout(release, tone === 'error' ? ERROR_HOLD : TOAST_DURATION)
}

/** Makes room for the error that waits longest. */
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
