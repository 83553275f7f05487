import type { ToastPlace } from "@timbre/ui/primitives/toast.tsx";

/** At the door the form is all there is, and toasts stand above it; elsewhere they keep out of the way of the work. */
export function toastPlace(pathname: string): ToastPlace {
	return /^\/app\/sign-(in|up)\/?$/.test(pathname) ? "top-centre" : "bottom-right";
}
