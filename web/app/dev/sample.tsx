import type { ReactNode } from "react";

export function Sample({ title, children }: { title: string; children: ReactNode }) {
	return (
		<div>
			<h3 className="mb-3 text-[13px] text-muted">{title}</h3>
			<div className="flex flex-wrap items-center gap-3">{children}</div>
		</div>
	);
}
