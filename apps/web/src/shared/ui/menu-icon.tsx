import type { LucideIcon } from 'lucide-react'
import { cn } from './cn.ts'

/** For items that are links (`asChild`): put it before the word inside the link. */
export function MenuIcon({ icon: Icon, danger = false }: { icon: LucideIcon; danger?: boolean }) {
  return <Icon aria-hidden="true" className={cn('size-4', !danger && 'text-muted-foreground')} />
}
