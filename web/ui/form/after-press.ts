let isPressed = false
let waiting: (() => void)[] = []

// Before the field that has the focus loses it to what is pressed.
document.addEventListener('mousedown', () => (isPressed = true), { capture: true })
// Whatever ends a press: let go, dragged away, or another window in front.
for (const end of ['mouseup', 'dragend', 'blur'])
  window.addEventListener(end, ({ target }) => (end !== 'blur' || target === window) && letGo(), {
    capture: true,
  })

/**
 * Does something at once or, while the mouse or a finger presses on something, after the click. What shows under a field
 * as it is left would otherwise move the very button that is being pressed, and the click would miss it.
 */
export function afterPress(work: () => void): void {
  if (isPressed) waiting.push(work)
  else work()
}

function letGo(): void {
  isPressed = false
  const due = waiting
  waiting = []
  // The click itself comes right after this.
  if (due.length > 0) setTimeout(() => due.forEach((work) => work()))
}
