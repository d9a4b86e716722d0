import { exportOptOuts, exportOptOutsWorkbook } from '@kirim/contract/opt-outs'
import { FileUp, Plus, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileCall, useDownload } from '#shared/api/use-download.ts'
import { browserTimeZone } from '#shared/time/browser-time-zone.ts'
import { Button } from '#shared/ui/button.tsx'
import { type ExportFormat, ExportMenu } from '#shared/ui/export-menu.tsx'
import { lazyDialog } from '#shared/ui/lazy-dialog.tsx'
import { PageHeader } from '#shared/ui/page-header.tsx'
import { Allowed } from '#shared/workspace/allowed.tsx'
import type { OpenDialog } from './opt-out-dialogs.tsx'
import { useLiveOptOuts, useOptOutView } from './opt-out-queries.ts'
import { OptOutsCard } from './opt-outs-card.tsx'
import { SettingsCard } from './settings-card.tsx'

const OptOutDialogs = lazyDialog(
  async () => (await import('./opt-out-dialogs.tsx')).OptOutDialogs,
  ({ open }) => open !== null,
)

/** The opt-out list, and the settings of opting out. */
export function OptOutsPage() {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<OpenDialog>(null)
  useLiveOptOuts()
  const view = useOptOutView()
  const { standing } = view
  const download = useDownload()
  const save = (format: ExportFormat) => {
    const spec = format === 'csv' ? exportOptOuts : exportOptOutsWorkbook
    const query = { ...(standing && { standing }), timeZone: browserTimeZone() }
    download.mutate({ call: fileCall(spec, { query }), name: `opt-outs.${format}` })
  }
  return (
    <>
      <PageHeader
        back={{ to: '/contacts', label: t('Manage Contacts') }}
        title={t('Opt-outs')}
        description={t('An opt-out applies to all your numbers, campaigns and chatbots.')}
        actions={
          <>
            <Allowed to="opt-outs:write">
              <Button onClick={() => setDialog({ kind: 'import' })}>
                <FileUp aria-hidden="true" />
                {t('Import')}
              </Button>
            </Allowed>
            {view.total !== 0 && (
              <Allowed to="opt-outs:export">
                <ExportMenu busy={download.isPending} onExport={save} />
              </Allowed>
            )}
            <Allowed to="opt-outs:write">
              <Button variant="primary" onClick={() => setDialog({ kind: 'add', phoneNumber: '' })}>
                <Plus aria-hidden="true" />
                {t('Add a number')}
              </Button>
            </Allowed>
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,1fr)_320px]">
        <OptOutsCard view={view} onOpen={setDialog} />
        <div className="min-w-0">
          <SettingsCard />
          <p className="mt-5 flex gap-2.5 px-1 text-caption text-muted-foreground">
            <ShieldCheck className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
            {t(
              'Deleting a contact does not delete the opt-out. Imports and the API cannot undo it: opting someone back in needs a reason.',
            )}
          </p>
        </div>
      </div>
      <OptOutDialogs open={dialog} onClose={() => setDialog(null)} />
    </>
  )
}
