import { VISIBLE } from '@kirim/contract/names'
import { BookmarkPlus, Library } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { EditorExtrasProps } from '#shared/message-editor/editor-extras.ts'
import { toast } from '#shared/toast/toast.ts'
import { Button } from '#shared/ui/button.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'

const SavedTextsDialog = lazyDialog(
  async () => (await import('./saved-texts-dialog.tsx')).SavedTextsDialog,
  ({ open }) => open,
)
const TextDialog = lazyDialog(
  async () => (await import('./text-dialog.tsx')).TextDialog,
  ({ edited }) => edited !== null,
)

/** Inserts a saved text, and saves the current text. */
export function SavedTextButtons({ text, onUse }: EditorExtrasProps) {
  const { t } = useTranslation()
  const [isListOpen, setListOpen] = useState(false)
  const [saving, setSaving] = useState<string | null>(null)
  const start = (saved: string) => {
    onUse(saved)
    if (!VISIBLE.test(text) || text === saved) return
    toast({
      title: t('The saved text replaced your text.'),
      action: { label: t('Undo'), onSelect: () => onUse(text) },
    })
  }
  return (
    <div className="flex flex-wrap gap-1 border-t px-1.5 py-1 empty:hidden">
      <Allowed to="texts:read">
        <Button variant="ghost" size="sm" onClick={() => setListOpen(true)}>
          <Library aria-hidden="true" />
          {t('Saved texts')}
        </Button>
      </Allowed>
      <Allowed to="texts:write">
        <Button
          variant="ghost"
          size="sm"
          disabled={!VISIBLE.test(text)}
          onClick={() => setSaving(text)}
        >
          <BookmarkPlus aria-hidden="true" />
          {t('Save this text')}
        </Button>
      </Allowed>
      <SavedTextsDialog
        open={isListOpen}
        onOpenChange={setListOpen}
        onUse={(saved) => start(saved.text)}
      />
      <TextDialog
        isNew
        edited={saving === null ? null : { name: '', text: saving }}
        onClose={() => setSaving(null)}
      />
    </div>
  )
}
