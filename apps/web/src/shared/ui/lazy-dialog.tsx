import { type ComponentType, useEffect, useState } from 'react'
import { lazyModule } from './lazy-module.ts'

/**
 * A dialog whose code is loaded when the page is idle or on first opening. It stays mounted from
 * then on, for its closing animation.
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
      // Loading fails after a newer version was deployed: nothing opens until a reload.
      if (open && !Dialog)
        code.load().then(
          (loaded) => setDialog(() => loaded),
          () => undefined,
        )
    }, [open, Dialog])
    // At once when the code is there: a dialog remembers what has the focus as it opens.
    const Loaded = Dialog ?? code.now()
    return opened && Loaded ? <Loaded {...props} /> : null
  }
}
