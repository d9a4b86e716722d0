import type { LucideIcon } from 'lucide-react'
import { cn } from './cn.ts'

/** The icon of a menu item that is a link (`asChild`); place it before the link's text. */
export function MenuIcon({ icon: Icon, danger = false }: { icon: LucideIcon; danger?: boolean }) {
  return <Icon aria-hidden="true" className={cn('size-4', !danger && 'text-muted-foreground')} />
}
