const METHODS = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const

let isEnabled = false

/**
 * libsignal writes whole session records, including private keys, to the console. This drops
 * console output from its files and passes everything else on.
 */
export function silenceLibsignal(): void {
  if (isEnabled) return
  isEnabled = true
  for (const method of METHODS) {
    const { [method]: original } = console
    console[method] = (...args: unknown[]) => {
      if (!calledFromLibsignal()) original.apply(console, args)
    }
  }
}

function calledFromLibsignal(): boolean {
  return /[\\/]node_modules[\\/]libsignal[\\/]/.test(new Error().stack ?? '')
}
