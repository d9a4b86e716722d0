import { type ComponentType, useEffect, useState } from 'react'
import { lazyModule } from './lazy-module.ts'

/**
 * A dialog whose code comes when the page has nothing else to do, or when it is first opened; it
 * stands from then on, so that it can fade away.
 */
export function lazyDialog<P extends object>(
  load: () => Promise<ComponentType<P>>,
  isOpen: (props: P) => boolean,
): ComponentType<P> {
  const code = lazyModule(load)
  return function OpenedLater(props) {
    const [Dialog, setDialog] = useState(code.now)
    const [opened, setOpened] = useState(false)
    const open = isOpen(props)
    if (open && !opened) setOpened(true)
    useEffect(code.prepare, [])
    useEffect(() => {
      // Files that a newer version has replaced: nothing opens, and a reload mends it.
      if (open && !Dialog)
        code.load().then(
          (loaded) => setDialog(() => loaded),
          () => undefined,
        )
    }, [open, Dialog])
    return opened && Dialog ? <Dialog {...props} /> : null
  }
}
