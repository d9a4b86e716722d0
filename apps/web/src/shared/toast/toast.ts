export type ToastTone = 'success' | 'error' | 'info' | 'progress'

export interface ToastContent {
  title: string
  description?: string
  /** 'progress' is shown until it is updated or dismissed. */
  tone?: ToastTone
  /** One button such as 'Undo', which closes the toast. */
  action?: { label: string; onSelect: () => void }
}

export interface ToastHandle {
  /**
   * Replaces a progress toast by its outcome; shows it again when it was closed or replaced
   * meanwhile.
   */
  update: (content: ToastContent) => void
  dismiss: () => void
}

interface ToastView {
  show: (id: string, content: ToastContent) => void
  dismiss: (id: string) => void
}

let view: ToastView | null = null
/** Toasts created while the code of the toaster is loading, by id. */
const early = new Map<string, ToastContent>()
let count = 0

export function toast(content: ToastContent): ToastHandle {
  count += 1
  const id = `toast-${count}`
  const show = (next: ToastContent) => {
    if (view) view.show(id, next)
    else early.set(id, next)
  }
  show(content)
  return {
    update: show,
    dismiss() {
      early.delete(id)
      view?.dismiss(id)
    },
  }
}

/** Connects the toaster on screen. Returns a function that disconnects it. */
export function connectToaster(toaster: ToastView): () => void {
  view = toaster
  for (const [id, content] of early) toaster.show(id, content)
  early.clear()
  return () => {
    if (view === toaster) view = null
  }
}
