import { listContactTags } from '@kirim/contract/contact-details'
import { exportContacts, exportContactsWorkbook } from '@kirim/contract/contacts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Tag } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { messageOf } from '#shared/api/api-error.ts'
import { callQuery } from '#shared/api/query.ts'
import { requestBlob } from '#shared/api/request-blob.ts'
import { saveFile } from '#shared/api/save-file.ts'
import { toast } from '#shared/toast/toast.ts'
import { type ExportFormat, ExportMenu } from '#shared/ui/export-menu.tsx'
import { Select } from '#shared/ui/select.tsx'
import { type ContactFilter, queryOf } from './contact-queries.ts'

const ANY = 'any'

interface TagFilterProps {
  /** The id of the tag; '' for everybody. */
  tag: string
  onTag: (tag: string) => void
}

/** Narrows the list to a tag; nothing while nobody has one. */
export function TagFilter({ tag, onTag }: TagFilterProps) {
  const { t } = useTranslation()
  const { data: tags = [] } = useQuery(callQuery(listContactTags))
  if (tags.length === 0) return null
  return (
    <Select
      className="w-36 max-sm:flex-1"
      aria-label={t('Tag')}
      icon={<Tag aria-hidden="true" />}
      value={tags.some(({ id }) => id === tag) ? tag : ANY}
      options={[
        { value: ANY, label: t('Any tag') },
        ...tags.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onValueChange={(next) => onTag(next === ANY ? '' : next)}
    />
  )
}

/** Saves the whole list as it is narrowed down and sorted. */
export function ContactsExport({ filter, name }: { filter: ContactFilter; name: string }) {
  const { t } = useTranslation()
  const save = useMutation({
    mutationFn: async (format: ExportFormat) => {
      const spec = format === 'csv' ? exportContacts : exportContactsWorkbook
      const query = { ...queryOf(filter), ...(filter.groupId && { groupId: filter.groupId }) }
      const file = await requestBlob(spec, { query }, new AbortController().signal)
      saveFile(file, `${fileName(name) || 'contacts'}.${format}`)
    },
    onError: (error) => {
      const reason = messageOf(error, t('The server did not answer.'))
      toast({ title: t('Failed: {reason}', { reason }), tone: 'error' })
    },
  })
  return <ExportMenu busy={save.isPending} onExport={(format) => save.mutate(format)} />
}

/** Without what no file system takes in a name. */
function fileName(name: string): string {
  return name
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 100)
}
