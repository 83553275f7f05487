import { Card } from "@timbre/ui/primitives/card.tsx";
import { type ReactNode, useId } from "react";

type SettingsSectionProps = { title: string; text?: ReactNode; action?: ReactNode; children?: ReactNode };

/** A card on a settings page. */
export function SettingsSection({ title, text, action, children }: SettingsSectionProps) {
	const id = useId();
	return (
		<section aria-labelledby={id}>
			<Card className="p-5 md:p-6">
				<div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
					<div className="min-w-0 max-w-prose flex-1 basis-64">
						<h2 id={id} className="font-semibold text-[15px]">
							{title}
						</h2>
						{text ? <div className="mt-1 text-muted">{text}</div> : null}
					</div>
					{action}
				</div>
				{children ? <div className="mt-4 empty:hidden">{children}</div> : null}
			</Card>
		</section>
	);
}
