import type { ToastPosition } from "@timbre/ui/primitives/feedback/toast.tsx";

/** On the sign-in pages toasts appear above the form; elsewhere they stay out of the way. */
export function toastPosition(pathname: string): ToastPosition {
	return /^\/app\/sign-(in|up)\/?$/.test(pathname) ? "top-center" : "bottom-right";
}
