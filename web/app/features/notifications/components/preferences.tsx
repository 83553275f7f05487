import { useQuery } from "@tanstack/react-query";
import { type NotificationTopic, notificationTopics } from "@timbre/contract/notifications/rules.ts";
import { Card } from "@timbre/ui/primitives/card.tsx";
import { Label } from "@timbre/ui/primitives/forms/label.tsx";
import { Switch } from "@timbre/ui/primitives/forms/switch.tsx";
import { useId } from "react";
import { preferencesQuery, useMuteTopics } from "../notifications.queries.ts";

const labels: Record<NotificationTopic, { label: string; text: string }> = {
	invitations: { label: "Invitations", text: "Someone joined a workspace you manage." },
	exports: { label: "Exports", text: "A data export you requested is finished." },
	webhooks: { label: "Webhooks", text: "A webhook of a workspace you manage fails." },
	voices: { label: "Library voices", text: "A voice you added or published changes." },
};

/** Which topics the user is notified about. Renders nothing until they are loaded. */
export function NotificationPreferences() {
	const { data: muted } = useQuery(preferencesQuery);
	const saving = useMuteTopics();
	const id = useId();
	if (!muted) return null;
	const current = saving.isPending ? saving.variables : muted;
	return (
		<section aria-labelledby={id} className="mt-10">
			<h2 id={id} className="font-semibold text-[15px]">
				Notify me about
			</h2>
			<p className="mt-1 mb-3 text-muted">Sign-ins from new devices are always reported.</p>
			<Card>
				<ul className="divide-y divide-line">
					{notificationTopics.map((topic) => (
						<li key={topic} className="flex items-center justify-between gap-6 px-4 py-3">
							<div className="min-w-0">
								<Label htmlFor={`${id}-${topic}`}>{labels[topic].label}</Label>
								<p className="mt-0.5 text-[13px] text-muted">{labels[topic].text}</p>
							</div>
							<Switch
								id={`${id}-${topic}`}
								checked={!current.includes(topic)}
								onCheckedChange={(on) =>
									saving.mutate(on ? current.filter((one) => one !== topic) : [...current, topic])
								}
							/>
						</li>
					))}
				</ul>
			</Card>
		</section>
	);
}
