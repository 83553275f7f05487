import { type ComponentType, createElement, lazy } from "react";
import { showError } from "./toaster.ts";

const Empty = () => createElement("span", { hidden: true });

/** A component whose code is loaded on first render. If loading fails, shows a toast and renders nothing. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
	return lazy(async (): Promise<{ default: ComponentType<Props> }> => {
		try {
			return { default: await load() };
		} catch (error) {
			showError("Couldn't load part of this page", error);
			return { default: Empty };
		}
	});
}
