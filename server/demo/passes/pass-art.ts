import type { PassImageType } from '#contract/passes/pass-images.ts'

/** Drawings for the pictures of a pass, without letters: the machine may have no fonts. */
export type PassArt = Partial<Record<PassImageType, string>>

const svg = (width: number, height: number, content: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width * 10}" height="${height * 10}" viewBox="0 0 ${width} ${height}">${content}</svg>`

const onDisc = (ground: string, sign: string) =>
  svg(40, 40, `<circle cx="20" cy="20" r="20" fill="${ground}"/>${sign}`)

/** The same sign for every picture that shows one, the same view for every strip. */
const artOf = (sign: string, wideSign: string, strip: string, hero: string): PassArt => ({
  AppleIcon: sign,
  AppleIcon2X: sign,
  AppleLogo: sign,
  AppleLogo2X: sign,
  AppleStrip: strip,
  AppleStrip2X: strip,
  GoogleProgramLogo: wideSign,
  GoogleHeroImage: hero,
})

const sail = (ink: string, shade: string) => `<path d="M21 7c6 5 9 12 9 19h-9z" fill="${ink}"/>
  <path d="M19 10c-4 5-7 10-8 16h8z" fill="${shade}"/>
  <path d="M9 28h23c-2 4-6 6-11.500 6S11 32 9 28z" fill="${ink}"/>`

/** A boat on the water, of any size. */
export const harbourView = (width: number, height: number) =>
  svg(
    width,
    height,
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="1" y2="1">
      <stop offset="0" stop-color="#0e7490"/><stop offset="0.600" stop-color="#155e75"/><stop offset="1" stop-color="#0b3b54"/>
    </linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#sky)"/>
    <circle cx="${width * 0.78}" cy="${height * 0.34}" r="${height * 0.17}" fill="#fde68a" opacity="0.900"/>
    <path d="M0 ${height * 0.62}q${width / 8} -${height * 0.12} ${width / 4} 0t${width / 4} 0t${width / 4} 0t${width / 4} 0V${height}H0z" fill="#0891b2" opacity="0.550"/>
    <path d="M0 ${height * 0.76}q${width / 6} -${height * 0.1} ${width / 3} 0t${width / 3} 0t${width / 3} 0V${height}H0z" fill="#164e63" opacity="0.850"/>
    <g transform="translate(${width * 0.14} ${height * 0.08}) scale(${height / 88})">${sail('#ffffff', '#bae6fd')}</g>`,
  )

const sailDisc = onDisc('#ffffff', sail('#0b3b54', '#0e7490'))

/** A sail on the water. */
export const harbourArt: PassArt = artOf(
  sailDisc,
  svg(
    60,
    40,
    `<rect width="60" height="40" fill="#ffffff"/><g transform="translate(10 0)">${sail('#0b3b54', '#0e7490')}</g>`,
  ),
  harbourView(30, 15),
  harbourView(60, 20),
)

/** Lanterns on a line, of any size. */
export const lanterns = (width: number, height: number) =>
  svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="#e9dcc3"/>
    ${[0.1, 0.28, 0.46, 0.64, 0.82].map((x, i) => `<circle cx="${width * x}" cy="${height * (0.36 + (i % 2) * 0.2)}" r="${height * 0.13}" fill="${i % 2 ? '#b45309' : '#d97706'}" opacity="0.850"/>`).join('')}
    <path d="M0 ${height * 0.16}q${width / 2} ${height * 0.5} ${width} 0" fill="none" stroke="#78350f" stroke-width="0.150"/>`,
  )

/** Lanterns for guests; without a logo for Google, which the builder has something to say about. */
export const visitorArt: PassArt = (({ GoogleProgramLogo: _, ...art }) => art)(
  artOf(
    onDisc(
      '#b45309',
      '<path d="M20 8l3.500 8.500 9 .700-7 5.800 2.300 9L20 27l-7.800 5 2.300-9-7-5.800 9-.700z" fill="#fff7ed"/>',
    ),
    '',
    lanterns(30, 15),
    lanterns(60, 20),
  ),
)

const flag = `<path d="M18 8v24" stroke="#1f4d2b" stroke-width="2"/><path d="M19 8l11 5-11 5z" fill="#dc2626"/>
  <ellipse cx="20" cy="32" rx="9" ry="2.500" fill="#4d7c0f"/>`

/** Hills of grass, of any size. */
export const greens = (width: number, height: number) =>
  svg(
    width,
    height,
    `<rect width="${width}" height="${height}" fill="#bae6fd"/>
    <path d="M0 ${height * 0.55}q${width / 4} -${height * 0.3} ${width / 2} 0t${width / 2} 0V${height}H0z" fill="#65a30d"/>
    <path d="M0 ${height * 0.75}q${width / 3} -${height * 0.2} ${width} ${height * 0.05}V${height}H0z" fill="#3f6212"/>`,
  )

/** A flag on the green. */
export const golfArt: PassArt = artOf(
  onDisc('#ffffff', flag),
  svg(60, 40, `<rect width="60" height="40" fill="#ffffff"/><g transform="translate(10 0)">${flag}</g>`),
  greens(30, 15),
  greens(60, 20),
)
