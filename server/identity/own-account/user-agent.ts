// Browsers name others beside themselves, so the order decides: the one that others don't name comes first.
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\b(OPR|Opera)\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Chrome|CriOS|HeadlessChrome|Chromium)\//],
  ['Safari', /\bSafari\//],
]

const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b|\bMacintosh\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
]

/** What a browser says of itself, in words that people know it by: 'Firefox on Windows'. */
export function deviceInWords(userAgent: string | null): string {
  const named = (list: typeof browsers) => list.find(([, sign]) => sign.test(userAgent ?? ''))?.[0]
  const browser = named(browsers)
  const system = named(systems)
  if (!browser) return system ? `Unknown browser on ${system}` : 'Unknown browser'
  return system ? `${browser} on ${system}` : browser
}
