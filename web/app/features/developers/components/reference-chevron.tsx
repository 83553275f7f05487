import { ChevronRight } from "lucide-react";

export function ReferenceChevron({ open }: { open: boolean }) {
	return (
		<ChevronRight
			aria-hidden="true"
			className={`mt-0.5 size-4 shrink-0 text-muted transition-transform ${open ? "rotate-90" : ""}`}
		/>
	);
}
