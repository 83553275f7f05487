import { ArrowLeft } from "lucide-react";
import { Link } from "react-router";

/** Link back from one voice to the list it came from. */
export function BackLink({ to, children }: { to: string; children: string }) {
	return (
		<Link to={to} className="mb-4 inline-flex items-center gap-1.5 text-[13px] text-muted hover:text-ink">
			<ArrowLeft aria-hidden="true" className="size-4" />
			{children}
		</Link>
	);
}
