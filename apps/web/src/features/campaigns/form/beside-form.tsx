import type { ComponentProps, ReactNode } from 'react'
import { Card } from '#shared/ui/card.tsx'
import { cn } from '#shared/ui/cn.ts'
import { Skeleton } from '#shared/ui/loading.tsx'
import { CampaignPreview } from './preview-panel.tsx'

interface BesideFormProps {
  preview: ComponentProps<typeof CampaignPreview>
  /** The check. */
  children: ReactNode
}

/** Preview and check, which stay in sight while the form is filled in. */
export function BesideForm({ preview, children }: BesideFormProps) {
  return (
    <div className="sticky top-[76px] grid max-h-[calc(100dvh-92px)] grid-cols-1 content-start gap-5 overflow-y-auto overscroll-contain">
      <CampaignPreview {...preview} />
      {children && <Card className="min-w-0">{children}</Card>}
    </div>
  )
}

/** Where a section comes in a moment. */
export function Unloaded({ className }: { className: string }) {
  return (
    <div className={cn('animate-appear border-t px-5 py-5 sm:px-6', className)}>
      <Skeleton className="h-4 w-20" />
      <Skeleton className="mt-4 h-32 rounded-md" />
    </div>
  )
}
