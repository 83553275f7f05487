import { createToaster } from "@timbre/ui/primitives/toaster.ts";
import { toastMessage } from "./api-error.ts";

export const toaster = createToaster();

/** Says that something did not happen ("Not saved") and why, as far as that helps who reads it. */
export function showError(title: string, error: unknown, fallback?: string): void {
	toaster.show({ tone: "danger", title, detail: toastMessage(error, fallback) });
}
