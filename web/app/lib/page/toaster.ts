import { createToaster } from "@timbre/ui/primitives/feedback/toaster.ts";
import { toastMessage } from "../api/api-error.ts";

export const toaster = createToaster();

/** Shows an error toast: what failed ("Couldn't save") and why. */
export function showError(title: string, error: unknown, fallback?: string): void {
	toaster.show({ tone: "danger", title, detail: toastMessage(error, fallback) });
}
