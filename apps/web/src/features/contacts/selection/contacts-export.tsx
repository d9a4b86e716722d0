import { exportSelectedContacts } from '@kirim/contract/contact-selection'
import { exportContacts, exportContactsWorkbook } from '@kirim/contract/contacts'
import { type FileCall, fileCall, fileName, useDownload } from '#shared/api/use-download.ts'
import { type ExportFormat, ExportMenu } from '#shared/ui/export-menu.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import { type ContactFilter, listQuery } from '../contact-queries.ts'
import type { Selection } from './use-selection.ts'

interface ExportProps {
  filter: ContactFilter
  /** The list's name. */
  name: string
  /** Exports the selected contacts; without it the whole list as filtered and sorted. */
  selection?: Selection
}

export function ContactsExport({ filter, name, selection }: ExportProps) {
  const download = useDownload()
  const callFor = (format: ExportFormat): FileCall => {
    const who = selection?.who()
    if (who?.by === 'ids') {
      return fileCall(exportSelectedContacts, { body: { ids: who.ids, format } })
    }
    const query = { ...listQuery(filter), ...(filter.groupId && { groupId: filter.groupId }) }
    return fileCall(format === 'csv' ? exportContacts : exportContactsWorkbook, { query })
  }
  return (
    <Allowed to="contacts:export">
      <ExportMenu
        {...(selection && { variant: 'ghost', size: 'sm' })}
        busy={download.isPending}
        onExport={(format) =>
          download.mutate({
            call: callFor(format),
            name: `${fileName(name, 'contacts')}.${format}`,
          })
        }
      />
    </Allowed>
  )
}
