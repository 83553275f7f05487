import { cn } from "@timbre/ui/cn.ts";
import type { ReactNode } from "react";

type PageProps = { title: string; description?: string; actions?: ReactNode; children: ReactNode; className?: string };

/**
 * Standard page layout: title, description and content in one column. `className` limits the width of the content;
 * every page starts at the same left edge.
 */
export function Page({ title, description, actions, children, className }: PageProps) {
	return (
		<div className="mx-auto w-full max-w-6xl px-4 pt-6 pb-16 md:px-8 md:pt-10">
			<div className={cn("w-full max-w-5xl", className)}>
				<div className="mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
					<div className="min-w-0 flex-1 basis-80">
						<h1 className="font-semibold text-xl tracking-tight">{title}</h1>
						{description ? <p className="mt-1 max-w-xl text-muted">{description}</p> : null}
					</div>
					{actions}
				</div>
				{children}
			</div>
		</div>
	);
}
