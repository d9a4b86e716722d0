import { File, Reply } from 'lucide-react'
import { Tabs } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { cn } from '#shared/ui/cn.ts'
import type { DraftKind } from './text/use-chat-draft.ts'

const TAB =
  'inline-flex h-7 items-center gap-1.5 rounded-[6px] px-2.5 text-caption font-medium text-muted-foreground pointer-coarse:h-9'

/** What one writes: an answer, or a note. */
export function WriteTabs({ value }: { value: DraftKind }) {
  const { t } = useTranslation()
  return (
    <Tabs.List
      aria-label={t('What you write')}
      className="inline-flex rounded-md border bg-muted p-0.5"
    >
      <Tabs.Trigger
        value="reply"
        className={cn(
          TAB,
          value === 'reply' && 'bg-card text-foreground shadow-control ring-1 ring-border',
        )}
      >
        <Reply className="size-3.5" aria-hidden="true" />
        {t('Reply')}
      </Tabs.Trigger>
      <Tabs.Trigger
        value="note"
        className={cn(
          TAB,
          value === 'note' && 'bg-warning-soft text-warning-ink ring-1 ring-warning/30',
        )}
      >
        <File className="size-3.5" aria-hidden="true" />
        {t('Note')}
      </Tabs.Trigger>
    </Tabs.List>
  )
}
