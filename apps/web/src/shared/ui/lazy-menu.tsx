import {
  type ComponentProps,
  type ComponentType,
  cloneElement,
  type ReactElement,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Menu } from './menu.tsx'

interface LazyMenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement<ComponentProps<'button'>>
  className?: string
  /** Brings the items. */
  load: () => Promise<ComponentType>
}

interface Parts {
  Menu: typeof Menu
  Items: ComponentType
}

const OPENING_KEYS = new Set(['Enter', ' ', 'ArrowDown'])

/**
 * A menu whose code comes once somebody reaches for it, or the page has nothing else to do. Until then
 * its button stands alone; who presses it meanwhile finds the menu open when it is there.
 */
export function LazyMenu({ trigger, className, load }: LazyMenuProps) {
  const [parts, setParts] = useState<Parts | null>(null)
  const [pressed, setPressed] = useState(false)
  const box = useRef<HTMLSpanElement>(null)
  const hadFocus = useRef(false)

  const [wanted, setWanted] = useState(false)

  const bring = useEffectEvent(async () => {
    const [{ Menu }, Items] = await Promise.all([import('./menu.tsx'), load()])
    hadFocus.current = Boolean(box.current?.contains(document.activeElement))
    setParts({ Menu, Items })
  })
  useEffect(() => whenIdle(() => setWanted(true)), [])
  useEffect(() => {
    // Files that a newer version has replaced: the button goes on doing nothing, and a reload mends it.
    if (wanted) bring().catch(() => setWanted(false))
  }, [wanted])
  useLayoutEffect(() => {
    // The button that takes the place of the first one takes its focus, too.
    if (parts && hadFocus.current) box.current?.querySelector('button')?.focus()
  }, [parts])

  if (parts) {
    return (
      <span ref={box} className="contents">
        <parts.Menu trigger={trigger} defaultOpen={pressed} {...(className && { className })}>
          <parts.Items />
        </parts.Menu>
      </span>
    )
  }
  const press = () => {
    setPressed(true)
    setWanted(true)
  }
  return (
    <span ref={box} className="contents">
      {cloneElement(trigger, {
        'aria-haspopup': 'menu',
        'aria-expanded': false,
        onPointerDown: press,
        onKeyDown: ({ key }) => OPENING_KEYS.has(key) && press(),
      })}
    </span>
  )
}

function whenIdle(work: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    const timer = setTimeout(work, 200)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(work, { timeout: 2000 })
  return () => cancelIdleCallback(handle)
}
