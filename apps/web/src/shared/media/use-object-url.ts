import { useEffect, useState } from 'react'

/** An address for a chosen file that has not been uploaded, for as long as the component stands; '' at first. */
export function useObjectUrl(file: File | null): string {
  const [url, setUrl] = useState('')
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl('')
    }
  }, [file])
  return url
}
