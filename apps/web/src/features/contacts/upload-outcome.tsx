import type { ImportResult } from '@kirim/contract/contact-import'
import { RefusedRows } from '#shared/spreadsheet/refused-rows.tsx'
import { Alert } from '#shared/ui/alert.tsx'
import { useImportText } from './use-import-text.ts'

/** The result of an import: a sentence, and the refused rows with their reasons. */
export function UploadOutcome({ result }: { result: ImportResult }) {
  const importText = useImportText()
  const { errors, refused } = result
  return (
    <div className="grid grid-cols-1 gap-4">
      <Alert tone={refused > 0 ? 'warning' : 'success'}>{importText(result)}</Alert>
      <RefusedRows errors={errors} refused={refused} />
    </div>
  )
}
