/** Focuses the first invalid field once the form shows its errors. */
export function focusFirstInvalid(form: HTMLFormElement): void {
	requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
