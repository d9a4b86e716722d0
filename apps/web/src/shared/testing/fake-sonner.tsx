import { useEffect, useSyncExternalStore } from 'react'
import type { ExternalToast, ToasterProps } from 'sonner'

/** Stands in for Sonner: shows toasts at once, until they are closed. */
type Shown = ExternalToast & { id: string; title: string }

let toasts: readonly Shown[] = []
const ignore = () => undefined
/** The toaster mounted last: another test file may have left one in a document that is gone. */
let notify: () => void = ignore

/** Outside the component, so that React does not subscribe an old toaster with each render. */
function subscribe(listener: () => void): () => void {
  notify = listener
  return () => {
    if (notify === listener) notify = ignore
  }
}

function publish(next: readonly Shown[]): void {
  toasts = next
  notify()
}

function show(title: string, options: ExternalToast & { id: string }): void {
  publish([{ ...options, title }, ...toasts.filter(({ id }) => id !== options.id)])
}

export const toast = {
  success: show,
  error: show,
  info: show,
  loading: show,
  getToasts: () => toasts,
  dismiss: (gone?: string) => publish(toasts.filter(({ id }) => gone && id !== gone)),
}

export function Toaster({ toastOptions }: ToasterProps) {
  const shown = useSyncExternalStore(subscribe, () => toasts)
  useEffect(() => () => publish([]), [])
  return shown.map(({ id, title, description, action }) => (
    <div key={id} data-toast="">
      <p>{title}</p>
      {description && <p>{description as string}</p>}
      {action && typeof action === 'object' && 'label' in action && (
        <button
          type="button"
          onClick={(event) => {
            action.onClick(event)
            toast.dismiss(id)
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label={toastOptions?.closeButtonAriaLabel}
        onClick={() => toast.dismiss(id)}
      />
    </div>
  ))
}
