import { X } from "lucide-react";
import { Toast as Primitive } from "radix-ui";
import { useSyncExternalStore } from "react";
import { cn } from "../cn.ts";
import { Button } from "./button.tsx";
import { IconButton } from "./icon-button.tsx";
import type { Toaster } from "./toaster.ts";

/** Where toasts appear: one for the whole app. Errors stay until closed, the rest leave after five seconds. */
export function ToastRegion({ toaster }: { toaster: Toaster }) {
	const toasts = useSyncExternalStore(toaster.subscribe, toaster.current, toaster.current);
	return (
		<Primitive.Provider duration={5000} label="Notification">
			{toasts.map((toast) => (
				<Primitive.Root
					key={toast.id}
					type={toast.tone === "danger" ? "foreground" : "background"}
					duration={toast.durationMs ?? (toast.tone === "danger" ? Number.POSITIVE_INFINITY : undefined)}
					onOpenChange={(open) => !open && toaster.dismiss(toast.id)}
					className="pointer-events-auto flex animate-rise items-start gap-3 rounded-card border border-line bg-raised py-2.5 pr-2 pl-4 text-ink shadow-float"
				>
					<span
						aria-hidden="true"
						className={cn("mt-2.5 size-2 shrink-0 rounded-full", {
							"bg-control": toast.tone === "neutral",
							"bg-positive": toast.tone === "positive",
							"bg-danger": toast.tone === "danger",
						})}
					/>
					<div className="min-w-0 flex-1 py-1.5">
						<Primitive.Title className="font-medium">{toast.title}</Primitive.Title>
						{toast.detail ? (
							<Primitive.Description className="break-words text-muted">{toast.detail}</Primitive.Description>
						) : null}
					</div>
					{toast.action ? (
						<Primitive.Action asChild altText={toast.action.label} onClick={toast.action.onAction}>
							<Button size="small" className="mt-0.5">
								{toast.action.label}
							</Button>
						</Primitive.Action>
					) : null}
					<Primitive.Close asChild>
						<IconButton label="Dismiss" size="small" tooltip={false}>
							<X aria-hidden="true" />
						</IconButton>
					</Primitive.Close>
				</Primitive.Root>
			))}
			<Primitive.Viewport className="pointer-events-none fixed top-4 right-4 z-50 flex w-96 max-w-[calc(100vw-32px)] flex-col gap-2 outline-none" />
		</Primitive.Provider>
	);
}
