import type { ReactNode } from "react";
import { cn } from "../../cn.ts";

type EmptyStateProps = {
	icon?: ReactNode;
	title: string;
	children?: ReactNode;
	action?: ReactNode;
	className?: string;
};

export function EmptyState({ icon, title, children, action, className }: EmptyStateProps) {
	return (
		<div className={cn("flex flex-col items-center px-6 py-16 text-center", className)}>
			{icon ? (
				<div className="mb-4 flex size-11 items-center justify-center rounded-full border border-line bg-raised text-muted [&_svg]:size-5">
					{icon}
				</div>
			) : null}
			<p className="font-medium text-[15px]">{title}</p>
			{children ? <div className="mt-1 max-w-sm text-balance text-muted">{children}</div> : null}
			{action ? <div className="mt-5">{action}</div> : null}
		</div>
	);
}
