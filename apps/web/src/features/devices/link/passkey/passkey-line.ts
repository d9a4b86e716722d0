import type { PasskeyOptions } from '@kirim/contract/passkey'

interface LineWords {
  /** The label of the button. Browsers ask for a passkey only after a click. */
  readonly ask: string
  readonly copied: string
  /** Shown above the answer if the browser blocks copying. */
  readonly copyIt: string
}

const STYLE =
  'position:fixed;z-index:2147483647;top:24px;left:24px;padding:16px 24px;font:600 16px sans-serif;' +
  'background:#fff;color:#111;border:2px solid #111;border-radius:8px;cursor:pointer'

/**
 * A line of JavaScript for the console of a page on which the passkey works. It shows a button that
 * asks for the passkey and copies the answer; it sends nothing and reads nothing of the page.
 */
export function passkeyLine(options: PasskeyOptions, words: LineWords): string {
  const [request, ask, copied, copyIt] = [options, words.ask, words.copied, words.copyIt].map(
    (value) => JSON.stringify(value),
  )
  return [
    '(()=>{',
    `const o=${request},`,
    `d=s=>Uint8Array.from(atob(s.replace(/-/g,'+').replace(/_/g,'/')),c=>c.charCodeAt(0)),`,
    `e=b=>btoa(String.fromCharCode(...new Uint8Array(b))).replace(/\\+/g,'-').replace(/\\//g,'_').replace(/=+$/,''),`,
    `b=document.createElement('button');`,
    `b.textContent=${ask};b.style.cssText=${JSON.stringify(STYLE)};`,
    'b.onclick=async()=>{try{',
    'const c=await navigator.credentials.get({publicKey:{...o,challenge:d(o.challenge),',
    'allowCredentials:o.allowCredentials.map(k=>({...k,id:d(k.id)}))}}),r=c.response,',
    't=JSON.stringify({id:c.id,rawId:e(c.rawId),type:c.type,response:{',
    'clientDataJSON:e(r.clientDataJSON),authenticatorData:e(r.authenticatorData),',
    'signature:e(r.signature),userHandle:r.userHandle?e(r.userHandle):null}});',
    `try{await navigator.clipboard.writeText(t)}catch{prompt(${copyIt},t)}`,
    `b.textContent=${copied}}catch(x){b.textContent=${ask}+' ('+(x.message||x)+')'}};`,
    'document.body.append(b)})()',
  ].join('')
}
