/** The progress of an upload; `fraction` is from 0 to 1. */
export function UploadProgress({ fraction, label }: { fraction: number; label: string }) {
  const percent = Math.round(fraction * 100)
  return (
    <div className="flex items-center gap-3">
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuenow={percent}
        aria-valuemax={100}
        className="h-2 flex-1 overflow-hidden rounded-full bg-neutral-soft ring-1 ring-inset ring-input/60"
      >
        <div
          className="h-full rounded-full bg-primary transition-[width] duration-300 ease-out"
          style={{ width: `${percent}%` }}
        />
      </div>
      <span className="tnum w-10 text-right text-caption text-muted-foreground">{percent}%</span>
    </div>
  )
}
