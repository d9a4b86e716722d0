import type { ContactGroup } from '@kirim/contract/contacts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type FileProblem,
  isCsv,
  spreadsheetProblem,
} from '#shared/spreadsheet/spreadsheet-file.ts'
import { Dialog } from '#shared/ui/dialog.tsx'
import { ColumnMapping } from './column-mapping.tsx'
import { ImportProgress } from './import-progress.tsx'
import { UploadButtons } from './upload-buttons.tsx'
import { UploadForm } from './upload-form.tsx'
import { UploadOutcome } from './upload-outcome.tsx'
import { StepText, UploadSteps } from './upload-steps.tsx'
import { useColumnChoices } from './use-column-choices.ts'
import { useContactUpload } from './use-contact-upload.ts'

interface UploadDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  groups: readonly ContactGroup[]
  /** The initial group; null for none. */
  groupId: string | null
  onImported: (groupId: string) => void
}

export function UploadDialog({ open, onOpenChange, ...rest }: UploadDialogProps) {
  // Each opening starts empty; an upload in progress keeps the dialog open.
  return open ? <OpenUploadDialog {...rest} onClose={() => onOpenChange(false)} /> : null
}

interface OpenUploadDialogProps extends Omit<UploadDialogProps, 'open' | 'onOpenChange'> {
  onClose: () => void
}

function OpenUploadDialog({ groups, groupId, onImported, onClose }: OpenUploadDialogProps) {
  const { t } = useTranslation()
  const [file, setFile] = useState<File | null>(null)
  const [chosenGroup, setChosenGroup] = useState(groupId ?? '')
  const [takeNames, setTakeNames] = useState(false)
  const [takesColumns, setTakesColumns] = useState(false)
  const [fileProblem, setFileProblem] = useState<FileProblem | null>(null)
  const [groupProblem, setGroupProblem] = useState<string | null>(null)
  const upload = useContactUpload(onImported)
  const { state, busy } = upload
  const { columns, fields, ...choices } = useColumnChoices(state)

  // In a text every column is asked for: there is no usual one.
  const asksColumns = takesColumns || (file !== null && isCsv(file))
  const chooseFile = (next: File | null) => {
    const problem = next && spreadsheetProblem(next)
    setFileProblem(problem)
    setFile(problem ? null : next)
    startOver()
  }
  const startOver = () => {
    choices.clear()
    upload.reset()
  }
  const submit = () => {
    const missingFile = file ? null : { text: t('No File Selected') }
    const missingGroup = chosenGroup ? null : t('No Group Selected')
    setFileProblem((now) => (file ? null : (now ?? missingFile)))
    setGroupProblem(missingGroup)
    if (!file || missingGroup) return
    if (asksColumns) upload.readColumns(file)
    else upload.load(file, { groupId: chosenGroup, takeNames }, null)
  }
  const submitColumns = () => {
    const mapping = choices.mapping()
    if (file && mapping) upload.load(file, { groupId: chosenGroup, takeNames }, mapping)
  }
  const groupName = groups.find(({ _id }) => _id === chosenGroup)?.groupName ?? ''
  const isDone = state.step === 'done'
  const isMapping = columns !== null && !isDone
  const step = isDone ? 'result' : isMapping ? 'columns' : 'file'
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && !busy && onClose()}
      size={isMapping ? 'large' : 'small'}
      title={t('Upload Contacts from File')}
      description={<StepText step={step} file={file?.name ?? ''} group={groupName} />}
      footer={
        <UploadButtons
          state={state}
          rows={columns?.sheet.rows ?? null}
          asksColumns={asksColumns}
          onUpload={columns ? submitColumns : submit}
          onStop={upload.stop}
          onBack={startOver}
          onAgain={() => chooseFile(null)}
          onClose={onClose}
        />
      }
    >
      <UploadSteps current={step} asksColumns={asksColumns} />
      {isDone && <UploadOutcome result={state.result} />}
      {isMapping && (
        <>
          <ColumnMapping
            {...columns}
            fields={fields}
            problem={choices.problem ?? (state.step === 'failed' ? state.message : null)}
            busy={busy}
            onChoices={choices.choose}
          />
          {busy && <ImportProgress state={state} />}
        </>
      )}
      {!isDone && !isMapping && (
        <UploadForm
          state={state}
          groups={groups}
          file={file}
          fileProblem={fileProblem}
          groupId={chosenGroup}
          groupProblem={groupProblem}
          takeNames={takeNames}
          onTakeNames={setTakeNames}
          asksColumns={asksColumns}
          onTakesColumns={setTakesColumns}
          onFile={chooseFile}
          onGroup={(id) => {
            setChosenGroup(id)
            setGroupProblem(null)
          }}
        />
      )}
    </Dialog>
  )
}
