import type { ReactNode } from "react";

/** Why what was asked for was not done, where it was asked for; told to a screen reader at once. */
export function FormError({ children }: { children: ReactNode }) {
	return (
		<p role="alert" className="rounded-control border border-danger px-3 py-2.5">
			{children}
		</p>
	);
}
