import { Tooltip } from "@timbre/ui/primitives/overlays/tooltip.tsx";
import { Lock } from "lucide-react";
import type { ReactNode } from "react";

const onlyAdmins = "Only workspace admins can change this setting.";

type AdminsOnlyProps = { allowed: boolean; children: ReactNode };

/** Explains why a control is disabled, since the control itself receives no pointer or keyboard events. */
export function AdminsOnly({ allowed, children }: AdminsOnlyProps) {
	if (allowed) return children;
	return (
		<Tooltip label={onlyAdmins}>
			{/* biome-ignore lint/a11y/noNoninteractiveTabindex: the reason must be reachable by keyboard. */}
			<span role="note" aria-label={onlyAdmins} tabIndex={0} className="inline-flex rounded-control">
				{children}
			</span>
		</Tooltip>
	);
}

/** Shown at the top of a page that the user can view but not change. */
export function ReadOnlyNote({ children }: { children: ReactNode }) {
	return (
		<p className="mb-4 flex items-start gap-2.5 rounded-card border border-line bg-sunken px-4 py-3 text-muted">
			<Lock aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
			<span>{children}</span>
		</p>
	);
}
