import { cn } from "@timbre/ui/cn.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { type ReactNode, useId } from "react";

type SettingsSectionProps = {
	title: string;
	badge?: ReactNode;
	text?: ReactNode;
	action?: ReactNode;
	children?: ReactNode;
	tone?: "danger";
};

/** A card on a settings page. */
export function SettingsSection({ title, badge, text, action, children, tone }: SettingsSectionProps) {
	const id = useId();
	return (
		<Card className="p-5 md:p-6">
			<section aria-labelledby={id}>
				<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
					<div className="min-w-0 flex-1 basis-64">
						<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
							<h2 id={id} className={cn("font-semibold text-[15px]", tone === "danger" && "text-danger")}>
								{title}
							</h2>
							{badge}
						</div>
						{text ? <p className="mt-1 max-w-lg text-muted">{text}</p> : null}
					</div>
					{action}
				</div>
				{children ? <div className="mt-5">{children}</div> : null}
			</section>
		</Card>
	);
}
