import type { ReactNode } from "react";

/** An inline form error, announced by screen readers. */
export function FormError({ children }: { children: ReactNode }) {
	return (
		<p role="alert" className="rounded-control border border-danger px-3 py-2.5">
			{children}
		</p>
	);
}
