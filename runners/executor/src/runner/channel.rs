//! A line between the harness and a runner, over which messages go with handles on files.

use std::io::{self, IoSlice, IoSliceMut};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;
use rustix::net::{
    AddressFamily, RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, SocketFlags, SocketType, recvmsg, sendmsg, socketpair,
};

/// The most handles that go with a message.
const MOST_HANDLES: usize = 3;
/// Enough for nearly every message, so that one call receives it.
const BUFFER_SIZE: usize = 16 << 10;
/// The length of a message goes before it.
const PREFIX_SIZE: usize = size_of::<u64>();

/// One end of the line; it ends when the other end is closed.
pub(crate) struct Channel(OwnedFd);

/// A message and the handles that came with it.
pub(crate) struct Received {
    pub(crate) message: Vec<u8>,
    pub(crate) handles: Vec<OwnedFd>,
}

impl Channel {
    /// One end, and what the other end is to be made of.
    pub(crate) fn pair() -> io::Result<(Self, OwnedFd)> {
        // No other program that is started meanwhile may hold an end open.
        let flags = SocketFlags::CLOEXEC;
        let (family, kind) = (AddressFamily::UNIX, SocketType::STREAM);
        let (one, other) = socketpair(family, kind, flags, None)?;
        Ok((Self(one), other))
    }

    pub(crate) fn new(end: OwnedFd) -> Self {
        Self(end)
    }

    pub(crate) fn send(&self, message: &[u8], handles: &[BorrowedFd<'_>]) -> io::Result<()> {
        let prefix = (message.len() as u64).to_le_bytes();
        let bytes = [&prefix, message].concat();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_HANDLES))];
        let mut ancillary = SendAncillaryBuffer::new(&mut space);
        if handles.len() > MOST_HANDLES {
            return Err(io::Error::other("too many handles for one message"));
        }
        if !handles.is_empty() {
            ancillary.push(SendAncillaryMessage::ScmRights(handles));
        }
        let mut n_sent = 0;
        while n_sent < bytes.len() {
            let rest = [IoSlice::new(&bytes[n_sent..])];
            match sendmsg(&self.0, &rest, &mut ancillary, SendFlags::NOSIGNAL) {
                // The handles went with the first byte.
                Ok(n) => {
                    n_sent += n;
                    ancillary.clear();
                }
                Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// The next message; `None` when the other end is closed.
    pub(crate) fn receive(&self) -> io::Result<Option<Received>> {
        let (mut bytes, mut handles) = (Vec::new(), Vec::new());
        loop {
            if let Some((prefix, message)) = bytes.split_first_chunk::<PREFIX_SIZE>()
                && message.len() as u64 >= u64::from_le_bytes(*prefix)
            {
                // Each end waits for the other, so this is the end of the message.
                bytes.drain(..PREFIX_SIZE);
                let message = bytes;
                return Ok(Some(Received { message, handles }));
            }
            let mut buffer = [0; BUFFER_SIZE];
            let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(MOST_HANDLES))];
            let mut ancillary = RecvAncillaryBuffer::new(&mut space);
            let mut parts = [IoSliceMut::new(&mut buffer)];
            let received = recvmsg(&self.0, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC);
            match received {
                Ok(received) if received.bytes == 0 => return Ok(None),
                Ok(received) => {
                    for message in ancillary.drain() {
                        if let RecvAncillaryMessage::ScmRights(fds) = message {
                            handles.extend(fds);
                        }
                    }
                    bytes.extend_from_slice(&buffer[..received.bytes]);
                }
                Err(Errno::INTR) => {}
                // The other end was closed before it read everything.
                Err(Errno::CONNRESET) => return Ok(None),
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// Whether there is something to receive, the end included, after waiting at most so long.
    pub(crate) fn is_ready(&self, timeout: &Timespec) -> io::Result<bool> {
        match poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(timeout)) {
            Ok(n_ready) => Ok(n_ready > 0),
            Err(Errno::INTR) => Ok(false),
            Err(error) => Err(error.into()),
        }
    }
}

impl AsFd for Channel {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.0.as_fd()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::File;
    use std::io::{Read as _, Seek as _, Write as _};

    fn pair() -> (Channel, Channel) {
        let (one, other) = Channel::pair().unwrap();
        (one, Channel::new(other))
    }

    #[test]
    fn messages_of_any_length_arrive_whole() {
        let (one, other) = pair();
        for length in [0, 1, BUFFER_SIZE - PREFIX_SIZE, BUFFER_SIZE, 1 << 20] {
            let message: Vec<u8> = (0..length).map(|i| i as u8).collect();
            std::thread::scope(|scope| {
                scope.spawn(|| one.send(&message, &[]).unwrap());
                let received = other.receive().unwrap().unwrap();
                assert!(received.message == message, "{length}");
                assert_eq!(received.handles.len(), 0);
            });
        }
    }

    #[test]
    fn handles_go_with_their_message() {
        let (one, other) = pair();
        let mut files = [0, 1, 2].map(|_| tempfile::tempfile().unwrap());
        let handles = files.each_ref().map(|file| file.as_fd());
        one.send(b"three", &handles).unwrap();
        let received = other.receive().unwrap().unwrap();
        assert_eq!(received.message, b"three");
        for (number, handle) in received.handles.into_iter().enumerate() {
            write!(File::from(handle), "{number}").unwrap();
        }
        for (number, file) in files.iter_mut().enumerate() {
            let mut text = String::new();
            file.rewind().unwrap();
            file.read_to_string(&mut text).unwrap();
            assert_eq!(text, number.to_string());
        }
        let handle = files[0].as_fd();
        assert!(one.send(b"four", &[handle; 4]).is_err());
    }

    #[test]
    fn the_end_of_the_other_side_is_seen() {
        let (one, other) = pair();
        drop(one);
        assert!(other.receive().unwrap().is_none());
    }
}
