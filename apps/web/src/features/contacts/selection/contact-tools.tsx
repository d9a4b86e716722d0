import { exportSelectedContacts } from '@kirim/contract/contact-selection'
import { exportContacts, exportContactsWorkbook } from '@kirim/contract/contacts'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { toast } from '#shared/toast/toast.ts'
import { type ExportFormat, ExportMenu } from '#shared/ui/export-menu.tsx'
import { type ContactFilter, queryOf } from '../contact-queries.ts'
import type { Selection } from './use-selection.ts'

interface ExportProps {
  filter: ContactFilter
  /** The list's name. */
  name: string
}

/** Saves the whole list as it is narrowed down and sorted. */
export function ContactsExport({ filter, name }: ExportProps) {
  const save = useSaved(name, (format) => listFile(filter, format))
  return <ExportMenu busy={save.isPending} onExport={(format) => save.mutate(format)} />
}

/** Saves those who are selected. */
export function SelectionExport({
  selection,
  filter,
  name,
}: ExportProps & { selection: Selection }) {
  const save = useSaved(name, (format) => {
    const who = selection.who()
    if (who.by === 'list') return listFile(filter, format)
    const body = { ids: who.ids, format }
    return requestBlob(exportSelectedContacts, { body }, new AbortController().signal)
  })
  return (
    <ExportMenu
      variant="ghost"
      size="sm"
      busy={save.isPending}
      onExport={(format) => save.mutate(format)}
    />
  )
}

function listFile(filter: ContactFilter, format: ExportFormat): Promise<Blob> {
  const spec = format === 'csv' ? exportContacts : exportContactsWorkbook
  const query = { ...queryOf(filter), ...(filter.groupId && { groupId: filter.groupId }) }
  return requestBlob(spec, { query }, new AbortController().signal)
}

/** Asks for a file and saves it under the name. */
function useSaved(name: string, fileIn: (format: ExportFormat) => Promise<Blob>) {
  const { t } = useTranslation()
  return useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveFile(await fileIn(format), `${fileName(name) || 'contacts'}.${format}`),
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
}

/** Without what no file system takes in a name. */
function fileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
