/** Once a form shows what is wrong with it, one is where it can be put right. */
export function focusFault(form: HTMLFormElement): void {
	requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus());
}
