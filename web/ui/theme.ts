import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

/** Deep harbour teal: primary actions, selection and links. White on shade 8 has a contrast of 8:1. */
const brand: MantineColorsTuple = [
  '#eff7f8',
  '#deeef1',
  '#bcdde3',
  '#94c7d1',
  '#69aebc',
  '#4797a8',
  '#2b7f92',
  '#17697c',
  '#0d5768',
  '#0a4452',
]

/** Cool neutrals. From shade 6 on they may carry text on white and on shade 0. */
const gray: MantineColorsTuple = [
  '#f7f8f9',
  '#f0f2f4',
  '#e4e7eb',
  '#d3d8de',
  '#b4bcc5',
  '#8d97a3',
  '#646f7b',
  '#4d5762',
  '#333c46',
  '#192027',
]

const red: MantineColorsTuple = [
  '#fdf3f2',
  '#fae3e1',
  '#f4c5c1',
  '#eca29b',
  '#e37b73',
  '#d8564d',
  '#c93a31',
  '#b92d25',
  '#a8241d',
  '#861a15',
]

/**
 * The same scales where the page is dark, turned round: 0 is still next to the page, 9 still the farthest from it. So
 * what a style says in shades holds for both.
 */
const inDark = {
  gray: '1c2229 242b33 2e3740 3d4752 56616d 7b8692 9ca6b1 b6bec7 d6dce2 eef1f3',
  brand: '12282e 17353d 1e4853 2a6272 367b8d 4797a8 69aebc 82bfcb 97cad4 bcdde3',
  red: '2c1816 3d1f1c 5b2b27 7f3a34 aa4c45 d8564d e68a83 eda39d f3b7b2 f8d2cf',
}

/** The kit's own for dark pages: from the text to what lies deepest. The page is shade 7. */
const dark: MantineColorsTuple = [
  '#e6eaee',
  '#c6ced5',
  '#a9b3bd',
  '#8d98a3',
  '#3d4752',
  '#2e3740',
  '#1c2229',
  '#151a1f',
  '#11161a',
  '#0c1013',
]

const fontFamily =
  'Inter, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif'

const closeButton = { 'aria-label': 'Close' }

const picker = {
  ariaLabels: {
    nextMonth: 'Next month',
    previousMonth: 'Previous month',
    nextYear: 'Next year',
    previousYear: 'Previous year',
    nextDecade: 'Next decade',
    previousDecade: 'Previous decade',
  },
  hideOutsideDates: true,
  highlightToday: true,
  // No day is coloured as a weekend: the kit's red for it is too faint.
  weekendDays: [],
}

/** Hub's look: type, colour and space, and the kit's defaults mended where they fail an accessibility check. */
export const theme = createTheme({
  colors: { brand, gray, red, dark },
  primaryColor: 'brand',
  primaryShade: 8,
  black: gray[9],
  fontFamily,
  headings: {
    fontFamily,
    fontWeight: '600',
    textWrap: 'pretty',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.3' },
      h2: { fontSize: '1.125rem', lineHeight: '1.4' },
      h3: { fontSize: '1rem', lineHeight: '1.5' },
      h4: { fontSize: '0.875rem', lineHeight: '1.5' },
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.5', lg: '1.5', xl: '1.45' },
  fontWeights: { regular: '400', medium: '500', bold: '600' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2rem' },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  defaultRadius: 'sm',
  breakpoints: { xs: '30em', sm: '40em', md: '62.5em', lg: '80em', xl: '90em' },
  shadows: {
    sm: '0 1px 2px rgb(25 32 39 / 6%)',
    md: '0 4px 16px rgb(25 32 39 / 10%)',
    lg: '0 8px 32px rgb(25 32 39 / 14%)',
    xl: '0 16px 48px rgb(25 32 39 / 18%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Anchor: { defaultProps: { underline: 'hover' } },
    DateInput: { defaultProps: picker },
    DatePicker: { defaultProps: picker },
    DateTimePicker: { defaultProps: picker },
    Drawer: { defaultProps: { closeButtonProps: closeButton } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    // Help stands below its field, where the error will.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] } },
    // The first item gets the focus: an empty element that takes it instead has no place in a menu.
    Menu: {
      defaultProps: { shadow: 'md', position: 'bottom-end', offset: 4, withInitialFocusPlaceholder: false },
    },
    Modal: {
      defaultProps: {
        closeButtonProps: closeButton,
        overlayProps: { backgroundOpacity: 0.4 },
        padding: 'lg',
        radius: 'md',
        // No transition that moves: it would clip the calendar of a date field at the dialog's edge.
        transitionProps: { duration: 120, transition: 'fade' },
      },
    },
    // A <header> outside a landmark would be a second banner of the page.
    ModalHeader: { defaultProps: { component: 'div' } },
    Notification: { defaultProps: { closeButtonProps: closeButton, role: 'status', withBorder: true } },
    Tooltip: { defaultProps: { events: { hover: true, focus: true, touch: true } } },
  },
})

/** The kit's quiet colours, made strong enough to read. */
const readable = {
  '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
  '--mantine-color-placeholder': 'var(--mantine-color-gray-6)',
  '--mantine-color-error': 'var(--mantine-color-red-8)',
  '--mantine-color-anchor': 'var(--mantine-color-brand-8)',
  '--mantine-color-default-border': 'var(--mantine-color-gray-3)',
}

/** A scale in the dark, and what the kit makes of its shades. */
function turned([name, shades]: [string, string]): Record<string, string> {
  const color = `--mantine-color-${name}`
  return {
    ...Object.fromEntries(shades.split(' ').map((shade, at) => [`${color}-${at}`, `#${shade}`])),
    [`${color}-text`]: `var(${color}-8)`,
    [`${color}-light`]: `var(${color}-1)`,
    [`${color}-light-hover`]: `var(${color}-2)`,
    [`${color}-light-color`]: `var(${color}-9)`,
    [`${color}-outline`]: `var(${color}-7)`,
  }
}

/** The grounds of notices: those of the states (styles.css), where the kit's own are glaring. */
function calm(name: string): Record<string, string> {
  return {
    [`--mantine-color-${name}-light`]: `var(--${name}-behind)`,
    [`--mantine-color-${name}-light-color`]: `var(--${name}-text)`,
  }
}

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  // The titles of warnings.
  light: { ...readable, '--mantine-color-orange-light-color': '#86420b' },
  dark: {
    ...Object.assign({}, ...Object.entries(inDark).map(turned)),
    ...Object.assign({}, ...['orange', 'green', 'blue'].map(calm)),
    ...readable,
    // What is filled has white letters in both.
    '--mantine-color-brand-filled': '#26778a',
    '--mantine-color-brand-filled-hover': '#1f6677',
    '--mantine-color-red-filled': '#b92d25',
    '--mantine-color-red-filled-hover': '#a8241d',
  },
})
