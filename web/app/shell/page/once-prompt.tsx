import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { authPaths } from "@timbre/contract/auth/paths.ts";
import { cn } from "@timbre/ui/cn.ts";
import { Button } from "@timbre/ui/primitives/button.tsx";
import { Lightbulb } from "lucide-react";
import type { ReactNode } from "react";
import { userQuery } from "../../features/usage/usage.public.ts";
import { call } from "../../lib/api/api.ts";
import { showError } from "../../lib/page/toaster.ts";

type OncePromptProps = {
	/** The flag in the account's `prompts_shown`. */
	name: "long_content_use_projects" | "dubbing_use_cases_banner";
	title: string;
	children: ReactNode;
	className?: string;
};

/** A hint that stays until the user dismisses it, and then never comes back on any device. */
export function OncePrompt({ name, title, children, className = "mb-6" }: OncePromptProps) {
	const { data: user } = useQuery(userQuery);
	const queryClient = useQueryClient();
	const dismissal = useMutation({
		mutationFn: () => call(authPaths.editUserMetadata, { body: { account_metadata: { [name]: true } } }),
		onSuccess: () => queryClient.invalidateQueries({ queryKey: userQuery.queryKey }),
		onError: (error) => showError("Couldn't dismiss the hint", error),
	});
	if (!user || user.prompts_shown[name]) return null;
	return (
		<aside
			aria-label={title}
			className={cn(
				"flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-sunken px-4 py-3",
				className,
			)}
		>
			<Lightbulb aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-muted" />
			<div className="min-w-0 flex-1 basis-56">
				<p className="font-medium">{title}</p>
				<p className="mt-0.5 text-[13px] text-muted">{children}</p>
			</div>
			<Button size="small" busy={dismissal.isPending} onClick={() => dismissal.mutate()}>
				Got it
			</Button>
		</aside>
	);
}
