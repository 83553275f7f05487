import { showError, toaster } from "./toaster.ts";

export async function copyLink(url: string): Promise<void> {
	try {
		await navigator.clipboard.writeText(url);
		toaster.show({ title: "Link copied", tone: "positive" });
	} catch (error) {
		showError("Couldn't copy the link", error);
	}
}
