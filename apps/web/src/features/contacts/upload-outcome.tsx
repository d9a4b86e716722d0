import type { ImportMapping, ImportResult } from '@kirim/contract/contact-import'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { useImportText } from './use-import-text.ts'

interface UploadOutcomeProps {
  result: ImportResult
  file: File | null
  mapping: ImportMapping | null
}

/** The result of an import: a sentence, and the refused rows with their reasons. */
export function UploadOutcome({ result, file, mapping }: UploadOutcomeProps) {
  const importText = useImportText()
  const { errors, refused } = result
  const source = file && mapping ? { file, mapping } : null
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={refused > 0 ? 'warning' : 'success'}>{importText(result)}</Alert>
      <RefusedRows errors={errors} refused={refused} source={source} />
    </div>
  )
}
